import { expect, test } from "vitest";
import { linesOf } from "./csv";

test("quotes, commas and line feeds stay within their cell", () => {
  expect(linesOf([["1", 'a "b", c', "d\ne"], ["2"]])).toBe('"1","a ""b"", c","d\ne"\r\n"2"\r\n');
});

test("no cell is a formula", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"]) {
    expect(linesOf([[text]])).toBe(`"'${text}"\r\n`);
  }
  expect(linesOf([["a=1", " =1", ""]])).toBe('"a=1"," =1",""\r\n');
});
