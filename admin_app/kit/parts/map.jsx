/* Leaflet, fetched when a map appears: the marks of a list, or of anything, or one place that may be moved. */

import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

const loadParts = (mode) =>
  Promise.all([import("leaflet"), mode === "list" && import("supercluster"), import("leaflet/dist/leaflet.css")]);
const CLUSTERED = 200; // More marks than this are gathered where they are close to each other.
const EVERYWHERE = [
  [41.3, -5.2],
  [51.2, 9.7],
]; // Metropolitan France, where there is nothing to show yet.
const TONES = { good: "--good", warn: "--warn", bad: "--bad", quiet: "--text-quiet" };
// Shapes follow tones too, so that colour is not the only sign; the key under the map draws the same.
const SHAPES = {
  good: { radius: 7, weight: 1.5, fillOpacity: 0.85 },
  warn: { radius: 6.5, weight: 3, fillOpacity: 0.1 },
  bad: { radius: 6.5, weight: 3, fillOpacity: 0.5, dashArray: "3 2" },
  quiet: { radius: 4.5, weight: 1.5, fillOpacity: 0.5 },
};
const PIN =
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true">' +
  '<path d="M16 39C7 28 2 22 2 15a14 14 0 0 1 28 0c0 7-5 13-14 24z"/><circle cx="16" cy="15" r="5.5"/></svg>';

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const degrees = (text) => (text && Number.isFinite(+text.replace(",", ".")) ? +text.replace(",", ".") : null);

function mountMap(root, now, go) {
  const stop = new AbortController();
  const listen = (node, name, act) => node?.addEventListener(name, act, stop);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const watchers = [];
  let L;
  let Clusters;
  let map;
  let marks;
  let pin;
  let index;
  let drawn;
  let written = null;
  let quiet = 0;
  let timer = 0;

  const quietly = (move) => {
    quiet += 1;
    try {
      move();
    } finally {
      quiet -= 1;
    }
  };
  const asked = () => new URLSearchParams(location.search).get(now().param) ?? "";
  const boxOf = (text) => {
    const [west, north, east, south] = text.split(",").map(Number);
    return [
      [south, west],
      [north, east],
    ];
  };

  const fit = () => {
    const { bounds, points } = now();
    const spots = points.map(([, lat, lon]) => [+lat, +lon]);
    const around = spots.length ? L.latLngBounds(spots).pad(0.06) : EVERYWHERE;
    // A little less than the bounds, or rounding would show twice as much.
    const wanted = bounds ? L.latLngBounds(boxOf(bounds)).pad(-0.02) : around;
    quietly(() => map.fitBounds(wanted, { animate: false, maxZoom: 15 }));
    written = bounds;
  };
  const write = () => {
    const { param } = now();
    const box = map.getBounds();
    const query = new URLSearchParams(location.search);
    const at = (value, most) => Math.max(-most, Math.min(most, value)).toFixed(5);
    const [south, north] = [box.getSouth(), box.getNorth()].map((value) => at(value, 90));
    written = [at(box.getWest(), 180), north, at(box.getEast(), 180), south].join(",");
    query.delete("page");
    query.set(param, written);
    go(`${location.pathname}?${query}`, { replace: true, preventScrollReset: true });
  };
  const open = (id, event) => {
    if (!now().route) return;
    const address = `${now().route}/show/${id}`;
    if (event.ctrlKey || event.metaKey) window.open(address);
    else go(address);
  };
  const named = (name) => () => Object.assign(document.createElement("span"), { textContent: name });
  const mark = ([id, lat, lon, name, tone]) => {
    const ink = colour(TONES[tone] ?? "--accent");
    const shape = SHAPES[tone] ?? SHAPES.good;
    L.circleMarker([+lat, +lon], { ...shape, color: tone === "good" ? colour("--surface") : ink, fillColor: ink })
      .bindTooltip(named(name))
      .on("click", (event) => open(id, event.originalEvent))
      .addTo(marks);
  };
  // Unlike marks, which the table names, clusters are few, and a way to come nearer: the Tab key stops at them.
  const cluster = ([lon, lat], { cluster_id: id, point_count: count }) => {
    const size = 30 + 6 * Math.floor(Math.log10(count));
    const said = count.toLocaleString(document.documentElement.lang);
    const look = L.divIcon({ className: "map-cluster", html: said, iconSize: [size, size] });
    const made = L.marker([lat, lon], { icon: look, keyboard: true, riseOnHover: true }).addTo(marks);
    made.getElement().setAttribute("aria-label", now().cluster.replace("#", said));
    const nearer = () => {
      root.focus({ preventScroll: true });
      map.setView([lat, lon], Math.min(index.getClusterExpansionZoom(id), 19), { animate: !calm });
    };
    made.on("click", nearer).on("keydown", ({ originalEvent: event }) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      nearer();
    });
  };
  const show = () => {
    marks.clearLayers();
    if (!index) {
      now().points.forEach(mark);
      return;
    }
    const box = map.getBounds().pad(0.1);
    const sides = [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()];
    for (const { geometry, properties } of index.getClusters(sides, Math.floor(map.getZoom()))) {
      if (properties.cluster) cluster(geometry.coordinates, properties);
      else mark(properties.mark);
    }
  };
  const draw = () => {
    const { points } = now();
    if (points !== drawn) {
      const spot = (each) => ({ type: "Point", coordinates: [+each[2], +each[1]] });
      const features = points.map((each) => ({ type: "Feature", geometry: spot(each), properties: { mark: each } }));
      index = Clusters && points.length > CLUSTERED ? new Clusters({ radius: 56, maxZoom: 16 }).load(features) : null;
      drawn = points;
    }
    show();
  };

  // One place: a pin that follows two inputs, or stands where the record is.
  const inputs = () =>
    ["latitude", "longitude"].map((part) => root.closest("form")?.elements[`${now().field}.${part}`]);
  const place = () => {
    const texts = now().field ? inputs().map((each) => each?.value) : [now().latitude, now().longitude];
    const [lat, lon] = texts.map(degrees);
    return lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180 ? null : [lat, lon];
  };
  const put = (spot, zoom) => {
    if (!spot) {
      pin.remove();
      return;
    }
    pin.setLatLng(spot).addTo(map);
    if (zoom) quietly(() => map.setView(spot, zoom, { animate: false }));
    else if (!map.getBounds().pad(-0.05).contains(spot)) map.panTo(spot, { animate: !calm });
  };
  const choose = (spot) => {
    const { lat, lng } = spot.wrap();
    inputs().forEach((each, index) => {
      each.value = (index ? lng : lat).toFixed(6);
      each.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  const single = () => {
    const { field } = now();
    const look = L.divIcon({ className: "map-pin", html: PIN, iconSize: [32, 40], iconAnchor: [16, 39] });
    pin = L.marker([0, 0], { icon: look, draggable: Boolean(field), keyboard: false, interactive: Boolean(field) });
    quietly(() => map.fitBounds(EVERYWHERE, { animate: false }));
    put(place(), 14);
    if (!field) return;
    map.on("click", (event) => choose(event.latlng));
    pin.on("dragend", () => choose(pin.getLatLng()));
    // From a part of the country to a street: a place that was just chosen is shown near.
    for (const each of inputs()) listen(each, "input", () => put(place(), map.hasLayer(pin) ? 0 : 14));
  };
  const several = () => {
    marks = L.layerGroup().addTo(map);
    fit();
    draw();
    map.on("moveend", () => {
      if (index) show();
      if (quiet || !now().param) return;
      clearTimeout(timer);
      timer = setTimeout(write, 300);
    });
    const themes = new MutationObserver(show);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    watchers.push(themes);
  };

  const start = ([leaflet, clusters]) => {
    if (stop.signal.aborted) return;
    L = leaflet.default ?? leaflet;
    Clusters = clusters?.default;
    const { tiles, attribution, zoomIn, zoomOut, mode } = now();
    root.replaceChildren();
    map = L.map(root, {
      renderer: L.canvas({ tolerance: 6 }),
      zoomControl: false,
      attributionControl: Boolean(tiles && attribution),
      zoomAnimation: !calm,
      fadeAnimation: !calm,
      inertia: !calm,
      scrollWheelZoom: false,
      // Tiles are drawn for whole levels; without them the marks may fill the map.
      minZoom: 2,
      maxZoom: 19,
      zoomSnap: tiles ? 1 : 0.25,
      worldCopyJump: true,
    });
    L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
    L.control.scale({ imperial: false }).addTo(map);
    map.attributionControl?.setPrefix(false);
    if (tiles) L.tileLayer(tiles, { attribution, maxZoom: 19, referrerPolicy: "origin" }).addTo(map);
    // The wheel zooms a map one is using, and scrolls past any other.
    map.on("focus click", () => map.scrollWheelZoom.enable()).on("blur", () => map.scrollWheelZoom.disable());
    if (mode === "list" || mode === "marks") several();
    else single();
    const sizes = new ResizeObserver(() => quietly(() => map.invalidateSize({ pan: false, animate: false })));
    sizes.observe(root);
    watchers.push(sizes);
    root.dataset.ready = "";
  };
  loadParts(now().mode)
    .then(start)
    .catch(() => {
      root.dataset.failed = "";
    });
  return {
    // What a slower answer says of bounds that were left in the meantime is not followed.
    refresh: () => {
      if (marks) {
        draw();
        if (now().bounds === asked() && now().bounds !== written) fit();
      }
    },
    refit: () => {
      if (marks) {
        draw();
        if (!now().bounds && !asked()) fit();
      }
    },
    replace: () => {
      if (pin && !now().field) put(place(), 14);
    },
    end: () => {
      stop.abort();
      clearTimeout(timer);
      for (const each of watchers) each.disconnect();
      map?.remove();
    },
  };
}

export function MapArea(props) {
  const root = useRef(null);
  const map = useRef(null);
  const last = useRef(props);
  const go = useNavigate();
  last.current = { points: [], bounds: "", ...props };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one map, which reads the rest through `last`
  useEffect(() => {
    map.current = mountMap(root.current, () => last.current, go);
    return () => map.current.end();
  }, []);
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: what a map follows
  useEffect(() => map.current.refit(), [props.points]);
  useEffect(() => map.current.refresh(), [props.bounds]);
  useEffect(() => map.current.replace(), [props.latitude, props.longitude]);
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: what a map follows
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be found by the styles of sections
    <div
      ref={root}
      className="map"
      role="region"
      aria-label={props.label}
      data-mode={props.mode}
      data-bounds={props.bounds}
    />
  );
}
