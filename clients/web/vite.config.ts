import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./scripts/compress.ts";
import { cutFonts } from "./scripts/fonts.ts";
import { manifests } from "./scripts/manifests.ts";
import { offlineRules } from "./scripts/offlineRules.ts";
import { chunkName, namedWords, offlinePage } from "./scripts/words.ts";

const gateway = process.env["KAFENEIO_GATEWAY"] ?? "http://127.0.0.1:8000";

/** The package that speaks to the server: its sources, so that nothing has to be built before. */
const client = fileURLToPath(new URL("../../clients/typescript/src/", import.meta.url));

export default defineConfig({
  plugins: [react(), namedWords(), offlinePage(), offlineRules(), manifests(), cutFonts(), compressed("dist")],
  resolve: { alias: { "kafeneio-client": `${client}index.ts` } },
  build: {
    target: "es2022",
    // The policy `default-src 'self'` forbids data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // What the first page needs is one script and one style, all that a table needs beside its board is one more, what
    // games of cards share another, and what several other pages share the last: to ask for thirty files costs a tenth of
    // the first page's loading, and half of the way to a first move.
    rolldownOptions: {
      output: {
        chunkFileNames: chunkName,
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"] },
            { name: "table", test: /\/src\/screens\/table\/TableScreen\.tsx$/ },
            { name: "cards", minShareCount: 2, test: /\/src\/cards\// },
            { name: "inside", minShareCount: 2, test: /\/src\// },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".", client] },
    proxy: { "/api": gateway, "/ws": { target: gateway, ws: true } },
  },
  // All files in the same two threads: a process for each took four times as much processor time. No test may leave
  // anything behind in a module.
  test: {
    environment: "node",
    include: ["src/**/*.test.ts", `${client}**/*.test.ts`],
    pool: "threads",
    isolate: false,
  },
});
