/** The URL of a photo or document. */
export const address = (file) => `/media/${encodeURIComponent(file.file_id)}`;
