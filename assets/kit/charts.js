/* A picture of a chart, for a report; a word in its place where Plotly does not come. */

import { all, on, one, onWindow } from "./page.js";

on("click", "[data-chart-png]", async (button) => {
  const plot = one(".js-plotly-plot", button.closest("figure"));
  if (!plot) return;
  const { clientWidth: width, clientHeight: height } = plot;
  const filename = button.dataset.chartPng.replaceAll("_", "-");
  const loaded = await import("plotly.js-basic-dist-min");
  (loaded.default ?? loaded).downloadImage(plot, { format: "png", width, height, scale: 2, filename });
});

/* Reflex's component waits for it without end. */
onWindow("unhandledrejection", ({ reason }) => {
  if (!/plotly/.test(reason?.message)) return;
  for (const area of all(".chart-area:not(:has(.plot))")) area.dataset.failed = "";
});
