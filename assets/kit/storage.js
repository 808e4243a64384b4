/* The browser's storage, which may be full or shut: what is lost then is a convenience. */

export function read(area, key) {
  try {
    return area.getItem(key);
  } catch {
    return null;
  }
}

export function write(area, key, value) {
  try {
    if (value === null) area.removeItem(key);
    else area.setItem(key, value);
  } catch {
    // Full or shut.
  }
}
