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
    loadPlotly(last.current.french)
      .then((loaded) => {
        if (ended) return;
        plotly = loaded;
        draw();
        area.dataset.ready = "";
        themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
        sizes.observe(area);
      })
      .catch(() => {
        area.dataset.failed = "";
      });
    return () => {
      ended = true;
      themes.disconnect();
      sizes.disconnect();
      plotly?.purge(area);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a chart is drawn from, read through `last`
  useEffect(() => redraw.current(), [props.rows, props.locale, props.periodicity]);
  return <div ref={root} className="chart-area" role="img" aria-label={props.label} />;
}
