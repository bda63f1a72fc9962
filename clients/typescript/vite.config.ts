// One file of JavaScript; what it is made of is shared with the web client (gateway/web/src/net).
export default {
  build: {
    lib: { entry: "src/index.ts", formats: ["es"], fileName: "index" },
    target: "es2022",
    minify: false,
  },
};
