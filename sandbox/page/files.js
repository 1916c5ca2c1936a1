/** Where the bytes of a photo or document are. */
export const address = (file) => `/media/${encodeURIComponent(file.file_id)}`;
