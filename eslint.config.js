// What is linted: the modules and style sheets of the pages. They run in a browser as they are written.
import css from "@eslint/css";
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";

export default defineConfig([
  {
    files: ["**/*.js"],
    plugins: { js },
    extends: ["js/recommended"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unreachable-loop": "error",
      "no-unused-vars": ["error", { args: "after-used", caughtErrors: "all" }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  { files: ["src/tablelaw/web/**/*.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["**/*.css"],
    language: "css/css",
    plugins: { css },
    extends: ["css/recommended"],
    rules: {
      // The colours of base.css are used by the style sheet of every page.
      "css/no-invalid-properties": ["error", { allowUnknownVariables: true }],
      // Both fall back well: to the browser's own colour, and to the next font of the list.
      "css/use-baseline": [
        "error",
        { allowProperties: ["accent-color"], allowPropertyValues: { "font-family": ["ui-monospace"] } },
      ],
    },
  },
]);
