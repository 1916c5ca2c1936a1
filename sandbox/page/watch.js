export function watchOthers() {}
