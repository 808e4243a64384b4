/* The place where a chart comes to life: Plotly, fetched when one appears; drawn anew with the theme and the room. */

import { useEffect, useRef } from "react";
import { drawChart } from "./figure.js";

let loading = null;

function loadPlotly(french) {
  loading ??= import("plotly.js-basic-dist-min").then((module) => {
    const plotly = module.default ?? module;
    plotly.register({ moduleType: "locale", name: "fr", dictionary: {}, format: french });
    return plotly;
  });
  // The next chart tries again.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

export function ChartArea(props) {
  const root = useRef(null);
  const last = useRef(props);
  const redraw = useRef(() => {});
  last.current = props;
  useEffect(() => {
    let plotly = null;
    let ended = false;
    const area = root.current;
    const isEmpty = () => !last.current.rows.length;
    const draw = () => {
      if (plotly && !isEmpty()) drawChart(plotly, area, last.current);
    };
    const themes = new MutationObserver(draw);
    const sizes = new ResizeObserver(() => {
      if (!area.clientWidth || isEmpty()) return;
      draw();
      plotly.Plots.resize(area);
    });
    redraw.current = draw;
    const figure = area.closest("figure");
    // A picture of the chart, for a report.
    const save = ({ target }) => {
      const button = target.closest("[data-chart-png]");
      if (!button || !plotly) return;
      const { clientWidth: width, clientHeight: height } = area;
      const filename = button.dataset.chartPng.replaceAll("_", "-");
      plotly.downloadImage(area, { format: "png", width, height, scale: 2, filename });
    };
    // The bar of a category leads where its line of the table does.
    const open = ({ points }) => {
      const { x } = last.current.rows[points[0].pointIndex] ?? {};
      figure?.querySelector(`[data-behind="${CSS.escape(x ?? "")}"]`)?.click();
    };
    figure?.addEventListener("click", save);
    loadPlotly(last.current.french)
      .then((loaded) => {
        if (ended) return;
        plotly = loaded;
        draw();
        area.on?.("plotly_click", open);
        area.dataset.ready = "";
        themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
        sizes.observe(area);
      })
      .catch(() => {
        area.dataset.failed = "";
      });
    return () => {
      ended = true;
      figure?.removeEventListener("click", save);
      themes.disconnect();
      sizes.disconnect();
      plotly?.purge(area);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a chart is drawn from, read through `last`
  useEffect(() => redraw.current(), [props.rows, props.locale, props.periodicity, props.unfinished]);
  return <div ref={root} className="chart-area" role="img" aria-label={props.label} />;
}
