/* What Plotly is told to draw. */

const TONES = { accent: "--accent", good: "--good", warn: "--warn", bad: "--bad", quiet: "--text-quiet" };
// Dashes and patterns follow the place of a series, so that colour is not the only sign; the key draws the same.
const DASHES = ["solid", "dash", "dot", "dashdot"];
const SIGNS = ["circle", "square", "diamond", "triangle-up"];
const PATTERNS = ["", "/", ".", "x"];
const SPANS = {
  daily: { step: 86400000, short: "%-d %b", long: "%-d %b %Y" },
  monthly: { step: "M1", short: "%b %Y", long: "%B %Y" },
  yearly: { step: "M12", short: "%Y", long: "%Y" },
};
const LONGEST = 26;

// A bar this many times as long as the next would make lines of all the others.
const SPIKE = 4;
const FEW = 4;

const numberOf = (text) => (text === "" || text === undefined ? null : Number(text));
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
// Plotly reads tags in texts; a name is only a name.
const plain = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/* One line, or the bars of one colour. */
function traceOf({ name, label, tone }, place, { kind, rows, places, span, ink, said, unfinished }) {
  const colour = ink(TONES[tone]);
  const values = rows.map((row) => numberOf(row[name]));
  if (kind === "lines") {
    return {
      name: label,
      hovertemplate: said("y"),
      x: places,
      y: values,
      type: "scatter",
      mode: rows.length > 40 ? "lines" : "lines+markers",
      connectgaps: false,
      line: { color: colour, width: 2.5, dash: DASHES[place] },
      marker: { color: colour, symbol: SIGNS[place], size: 7 },
    };
  }
  const pattern = { fillmode: "overlay", fgcolor: ink("--surface"), size: 6, solidity: 0.3, shape: PATTERNS[place] };
  // A period that is not over yet stands back, and is said to be under way: it is no decline.
  const opacity = rows.map(({ x }) => (x === unfinished ? 0.45 : 1));
  const bar = { name: label, type: "bar", marker: { color: colour, opacity, pattern, line: { width: 0 } } };
  return kind === "ranked"
    ? { ...bar, x: values, y: places, orientation: "h", hovertemplate: said("x") }
    : { ...bar, x: places, y: values, xperiod: span.step, xperiodalignment: "middle", hovertemplate: said("y") };
}

/* How far the scale goes, and the bars that go beyond it: their tops are cut, and say how much they are. */
function scaleOf(traces, stacked) {
  const tops = traces[0].x.map((_, place) => {
    const values = traces.map(({ y }) => y[place] ?? 0);
    return stacked ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values);
  });
  const sorted = tops.filter((top) => top > 0).sort((one, other) => other - one);
  const next = sorted[1] ?? 0;
  if (sorted.length < FEW || sorted[0] < SPIKE * next) return { tops, end: null };
  return { tops, end: next * 1.4 };
}

/* Colours come from the stylesheet, words from the page. */
export function drawChart(
  plotly,
  root,
  { kind, stacked, rows, series, names, periodicity, locale, unfinished, underway },
) {
  const look = getComputedStyle(root);
  const ink = (name) => look.getPropertyValue(name).trim();
  const span = SPANS[periodicity] ?? SPANS.monthly;
  const ranked = kind === "ranked";
  const said = (way) => `%{fullData.name}${locale === "en" ? "" : "\u00a0"}: <b>%{${way}}</b><extra></extra>`;
  const places = rows.map(({ x }) => (ranked ? plain(names[x] ?? x) : x));
  const traces = series.map((each, place) => traceOf(each, place, { kind, rows, places, span, ink, said, unfinished }));
  const most = Math.max(0, ...traces.flatMap((each) => (ranked ? each.x : each.y)).filter(Number.isFinite));
  const border = ink("--border-strong");
  const room = Math.max(2, Math.min(12, Math.floor(root.clientWidth / 84)));
  const lines = { gridcolor: ink("--border"), zerolinecolor: border, fixedrange: true, automargin: true };
  const scale = kind === "bars" ? scaleOf(traces, stacked) : { end: null };
  const ticks = (scale.end ?? most) <= 5 ? { dtick: 1 } : { nticks: 7 };
  const counts = { ...lines, rangemode: "tozero", separatethousands: true, ...ticks };
  const periods = {
    ...lines,
    type: "date",
    showgrid: false,
    tickformat: span.short,
    hoverformat: span.long,
    tickangle: 0,
    spikecolor: border,
    spikethickness: 1,
    spikedash: "solid",
    ...(span === SPANS.daily ? {} : { ticklabelmode: "period" }),
    ...(rows.length <= room ? { dtick: span.step } : { nticks: room }),
  };
  const categories = {
    ...lines,
    type: "category",
    autorange: "reversed",
    showgrid: false,
    tickvals: places,
    ticktext: rows.map(({ x }) => plain(cut(names[x] ?? x))),
  };
  const written = new Intl.NumberFormat(locale);
  const spikes = scale.end
    ? scale.tops.flatMap((top, place) =>
        top > scale.end ? [{ x: places[place], text: `↑ ${written.format(top)}` }] : [],
      )
    : [];
  // Bars of nothing are no bars: their number stands where they would.
  if (kind === "bars" && most === 0) {
    for (const each of traces)
      Object.assign(each, { text: each.y.map((value) => (value === null ? "" : "0")), textposition: "outside" });
  }
  const now = !ranked && rows.some(({ x }) => x === unfinished);
  const note = { x: unfinished, xanchor: "center", y: 1, yref: "paper", yanchor: "bottom", showarrow: false };
  const layout = {
    autosize: true,
    annotations: [
      ...(now ? [{ ...note, text: underway, font: { size: 11 } }] : []),
      ...spikes.map((each) => ({
        ...note,
        ...each,
        y: 1,
        yanchor: "top",
        bgcolor: ink("--surface"),
        font: { size: 12 },
      })),
    ],
    showlegend: false,
    dragmode: false,
    barmode: stacked ? "stack" : "group",
    bargap: Math.max(0.28, 1 - rows.length * 0.13),
    margin: { l: 44, r: 14, t: now ? 22 : 10, b: 36 },
    hovermode: ranked ? "y unified" : "x unified",
    xaxis: ranked ? counts : periods,
    yaxis: ranked
      ? categories
      : { ...counts, ...(scale.end ? { range: [0, scale.end] } : most ? {} : { range: [0, 1] }) },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: look.fontFamily, size: 12, color: ink("--text-quiet") },
    hoverlabel: { bgcolor: ink("--surface-raised"), bordercolor: border, font: { color: ink("--text"), size: 13 } },
  };
  plotly.react(root, traces, layout, {
    displayModeBar: false,
    showTips: false,
    scrollZoom: false,
    doubleClick: false,
    locale,
  });
}
