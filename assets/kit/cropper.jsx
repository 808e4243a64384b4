/* Cutting a picture to the shape the platform shows: the frame in the dialog of cropper.py, which has the rest.
 * The script hands the file to `crop` and gets the cut one back, or nothing when the person gave up. */

import { lazy, Suspense, useEffect, useRef, useState } from "react";

// Its styles as a file: the policy allows no element of style (tools/policy.py).
const EasyCrop = lazy(() =>
  Promise.all([import("react-easy-crop"), import("react-easy-crop/react-easy-crop.css")]).then(([module]) => module),
);
const STEPS = { "+": 0.1, "=": 0.1, "-": -0.1 };

/* What is in the frame, as large as it is kept. What is see-through is white, as on the platform's pages. */
function draw(canvas, { bitmap, ratio }, area, { shortest, longest }) {
  const least = Math.max(shortest / Math.min(area.width, area.height), 1);
  const scale = Math.min(least, longest / Math.max(area.width, area.height));
  canvas.width = Math.max(shortest, Math.round(area.width * scale));
  canvas.height = Math.max(shortest, Math.round(canvas.width / ratio));
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  canvas.dataset.drawn = "";
  canvas.style.width = `${Math.round(96 * Math.sqrt(ratio))}px`;
}

/* The platform takes PNG and JPEG: what the others hold is written as JPEG, and what would be too heavy. */
async function written(canvas, { type }, { quality, biggest }) {
  const as = (wanted) => new Promise((done) => canvas.toBlob(done, wanted, quality));
  const made = await as(type === "image/png" ? type : "image/jpeg");
  return made.size > biggest ? as("image/jpeg") : made;
}

export function ImageCropper({ ratio, deepest, label, children, ...sizes }) {
  const root = useRef(null);
  const [job, setJob] = useState(null);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const find = (selector) => root.current.querySelector(selector);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape of a page's pictures does not change
  useEffect(() => {
    root.current.crop = async (file, wanted = ratio) => {
      const [dialog, canvas] = [root.current.closest("dialog"), find("canvas")];
      const [bitmap, url] = [await createImageBitmap(file), URL.createObjectURL(file)];
      delete canvas.dataset.drawn;
      setAt({ x: 0, y: 0 });
      setZoom(1);
      setJob({ bitmap, url, ratio: wanted });
      dialog.returnValue = "";
      dialog.showModal();
      await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
      const made = dialog.returnValue === "use" ? await written(canvas, file, sizes) : null;
      setJob(null);
      URL.revokeObjectURL(url);
      bitmap.close();
      return made;
    };
  }, []);
  const furthest = () => {
    const width = Math.min(job.bitmap.width, job.bitmap.height * job.ratio);
    return Math.max(1, Math.min(deepest, width / sizes.shortest, width / job.ratio / sizes.shortest));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slider follows the keys and the wheel
  useEffect(() => {
    if (job) Object.assign(find("[type=range]"), { max: furthest(), value: zoom });
  }, [job, zoom]);
  const onKey = (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setZoom((now) => Math.min(furthest(), Math.max(1, now + step)));
  };
  return (
    <div ref={root} data-crop="" onInput={({ target }) => setZoom(Number(target.value))}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what has these keys is the frame inside */}
      <div className="crop-frame" onKeyDown={onKey}>
        {job && (
          <Suspense fallback={null}>
            <EasyCrop
              image={job.url}
              aspect={job.ratio}
              crop={at}
              zoom={zoom}
              maxZoom={furthest()}
              keyboardStep={8}
              disableAutomaticStylesInjection
              // The frame is what the help speaks of: its keys are there at once.
              onMediaLoaded={() => find("[role=img]")?.focus()}
              onCropChange={setAt}
              onZoomChange={setZoom}
              onCropAreaChange={(_, area) => draw(find("canvas"), job, area, sizes)}
              cropperProps={{ role: "img", "aria-label": label }}
            />
          </Suspense>
        )}
      </div>
      {children}
    </div>
  );
}
