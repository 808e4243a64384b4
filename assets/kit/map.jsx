/* Leaflet, fetched when a map appears: the marks of a list, or of anything, or one place that may be moved.
 * Without tiles it stands on the outlines of the départements, fetched with it (tools/outlines.py). */

import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

const loadOutlines = async () => {
  const [{ feature }, answer] = await Promise.all([import("topojson-client"), fetch("/outlines.json")]);
  const topology = await answer.json();
  return feature(topology, topology.objects.departements);
};
// A map without its outlines is still a map.
const loadParts = ({ mode, tiles }) =>
  Promise.all([
    import("leaflet"),
    mode === "list" && import("supercluster"),
    tiles ? null : loadOutlines().catch(() => null),
    import("leaflet/dist/leaflet.css"),
  ]);
const CLUSTERED = 200; // More marks than this are gathered where they are close to each other.
const EVERYWHERE = [
  [41.3, -5.2],
  [51.2, 9.7],
]; // Metropolitan France, where there is nothing to show yet.
const TONES = { good: "--figure", warn: "--waits-mark", bad: "--bad", quiet: "--text-quiet" };
// Shapes follow tones too, so that colour is not the only sign; the key under the map draws the same.
const SHAPES = {
  good: { radius: 7, weight: 1.5, fillOpacity: 0.85 },
  warn: { radius: 6.5, weight: 3, fillOpacity: 0.1 },
  bad: { radius: 6.5, weight: 3, fillOpacity: 0.5, dashArray: "3 2" },
  quiet: { radius: 4.5, weight: 1.5, fillOpacity: 0.5 },
};
const NAMED_FROM = 7.5; // From this zoom on départements have room for their names.
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
  let land;
  let ring;
  let seen = [];
  let ringed = 0;
  let moved = false;
  let written = null;
  let quiet = 0;
  let spoken;
  let credited = "";
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
    quietly(() => map.fitBounds(wanted, { animate: false, maxZoom: now().tiles ? 15 : 11 }));
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
    if (!now().route) {
      root.dispatchEvent(new CustomEvent("mapmark", { bubbles: true, detail: id }));
      return;
    }
    const address = `${now().route}/show/${id}`;
    if (event.ctrlKey || event.metaKey) window.open(address);
    else go(address);
  };
  const named = (name) => () => Object.assign(document.createElement("span"), { textContent: name });
  const mark = (each) => {
    const [id, lat, lon, name, tone] = each;
    seen.push(each);
    const ink = colour(TONES[tone] ?? "--action");
    const shape = SHAPES[tone] ?? SHAPES.good;
    L.circleMarker([+lat, +lon], { ...shape, color: tone === "good" ? colour("--sheet") : ink, fillColor: ink })
      .bindTooltip(named(name))
      .on("click", (event) => open(id, event.originalEvent))
      .addTo(marks);
  };
  // Marks are drawn, and many: the Tab key stops once, at a ring that the arrow keys move from one to the next.
  const around = (step) => {
    ringed = (ringed + step + seen.length) % seen.length;
    const [, lat, lon, name] = seen[ringed];
    ring.setLatLng([+lat, +lon]);
    const element = ring.getElement();
    element.setAttribute("aria-label", `${name} (${ringed + 1} / ${seen.length})`);
    ring.setTooltipContent(named(name)());
    return element;
  };
  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const walk = (event) => {
    const step = STEPS[event.key];
    if (!step && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) {
      open(seen[ringed][0], event);
      return;
    }
    around(step);
    ring.openTooltip();
    if (!map.getBounds().contains(ring.getLatLng())) quietly(() => map.panTo(ring.getLatLng(), { animate: false }));
    spoken.textContent = ring.getElement().getAttribute("aria-label");
  };
  const offer = (held, focused) => {
    ring?.remove();
    ring = null;
    if (!seen.length) return;
    // From west to east, as one reads.
    seen.sort((one, other) => one[2] - other[2]);
    const look = L.divIcon({ className: "map-ring", iconSize: [26, 26] });
    ring = L.marker([0, 0], { icon: look, keyboard: true, interactive: false, zIndexOffset: 1000 }).addTo(map);
    ring.bindTooltip("", { direction: "top", offset: [0, -10] });
    const kept = focused ? seen.findIndex(([id]) => id === held) : 0;
    ringed = Math.max(0, kept);
    const element = around(0);
    element.tabIndex = 0;
    element.setAttribute("role", "button");
    listen(element, "keydown", walk);
    listen(element, "focus", () => ring.openTooltip());
    listen(element, "blur", () => ring?.closeTooltip());
    if (focused) element.focus({ preventScroll: true });
  };
  // Clusters are few, and a way to come nearer: the Tab key stops at each.
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
    const held = [seen[ringed]?.[0], Boolean(ring) && ring.getElement() === document.activeElement];
    marks.clearLayers();
    seen = [];
    if (!index) {
      now().points.forEach(mark);
      offer(...held);
      return;
    }
    const box = map.getBounds().pad(0.1);
    const sides = [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()];
    for (const { geometry, properties } of index.getClusters(sides, Math.floor(map.getZoom()))) {
      if (properties.cluster) cluster(geometry.coordinates, properties);
      else mark(properties.mark);
    }
    offer(...held);
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
  // Without tiles there is nothing to see from near but the place itself.
  const bare = () => (now().field ? 10 : 8.5);
  const near = () => (now().tiles ? 14 : bare());
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
    put(place(), near());
    if (!field) return;
    map.on("click", (event) => choose(event.latlng));
    pin.on("dragend", () => choose(pin.getLatLng()));
    // From a part of the country to a street: a place that was just chosen is shown near.
    for (const each of inputs()) listen(each, "input", () => put(place(), map.hasLayer(pin) ? 0 : near()));
  };
  const several = () => {
    marks = L.layerGroup().addTo(map);
    fit();
    draw();
    map.on("moveend", () => {
      if (index) show();
      if (quiet) return;
      moved = true;
      if (!now().param) return;
      clearTimeout(timer);
      timer = setTimeout(write, 300);
    });
    spoken = Object.assign(document.createElement("p"), { className: "visually-hidden" });
    spoken.setAttribute("role", "status");
    root.append(spoken);
  };
  const paper = () => ({ fillColor: colour("--sheet"), fillOpacity: 1, color: colour("--line-strong"), weight: 1 });
  // In the language of the page, which may change under a map.
  const credit = () => {
    map.attributionControl.removeAttribution(credited).addAttribution(now().outlines);
    credited = now().outlines;
  };
  const outline = (shapes) => {
    if (!shapes) return;
    // Below the marks, and nothing that can be pointed at.
    for (const [name, zIndex] of [
      ["outlines", 250],
      ["names", 260],
    ]) {
      Object.assign(map.createPane(name).style, { zIndex, pointerEvents: "none" });
      map.getPane(name).setAttribute("aria-hidden", "true");
    }
    const renderer = L.canvas({ pane: "outlines", padding: 0.5 });
    land = L.geoJSON(shapes, { style: paper, interactive: false, renderer, pane: "outlines", smoothFactor: 0.6 });
    land.addTo(map);
    const names = L.layerGroup();
    land.eachLayer((each) => {
      const icon = L.divIcon({ className: "map-name", html: named(each.feature.properties.name)(), iconSize: null });
      const spot = each.getBounds().getCenter();
      L.marker(spot, { icon, pane: "names", interactive: false, keyboard: false }).addTo(names);
    });
    const label = () => (map.getZoom() >= NAMED_FROM ? names.addTo(map) : names.remove());
    map.on("zoomend", label);
    label();
  };

  const start = ([leaflet, clusters, shapes]) => {
    if (stop.signal.aborted) return;
    L = leaflet.default ?? leaflet;
    Clusters = clusters?.default;
    const { tiles, attribution, zoomIn, zoomOut, mode } = now();
    root.replaceChildren();
    map = L.map(root, {
      renderer: L.canvas({ tolerance: 6 }),
      zoomControl: false,
      attributionControl: !tiles || Boolean(attribution),
      // It would tell of a move that nobody made; sizes are watched below.
      trackResize: false,
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
    else if (shapes) credit();
    // The wheel zooms a map one is using, and scrolls past any other.
    map.on("focus click", () => map.scrollWheelZoom.enable()).on("blur", () => map.scrollWheelZoom.disable());
    if (mode === "list" || mode === "marks") several();
    else single();
    outline(shapes);
    const sizes = new ResizeObserver(() => {
      quietly(() => map.invalidateSize({ pan: false, animate: false }));
      if (marks && !moved) fit();
    });
    sizes.observe(root);
    const themes = new MutationObserver(() => {
      land?.setStyle(paper());
      if (marks) show();
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    watchers.push(sizes, themes);
    root.dataset.ready = "";
  };
  loadParts(now())
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
        if (!now().bounds && !asked() && !(moved && !now().param)) fit();
      }
    },
    credit: () => {
      if (land) credit();
    },
    replace: () => {
      if (pin && !now().field) put(place(), near());
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
  useEffect(() => map.current.credit(), [props.outlines]);
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
