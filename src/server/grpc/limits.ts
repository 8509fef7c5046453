/** Limits of a listener for gRPC, besides those of every listener. */

/** Most calls of a connection at the same time. A client holds back further ones. */
export const MAX_CALLS = 1000;
/** Most bytes of the unfinished requests and the unread responses of a connection. */
export const MAX_PENDING_BYTES = 64_000_000;
/** Unread bytes of a stream from which on its requests wait. */
export const STREAM_BACKLOG_BYTES = 1_048_576;
/** Megabytes that Node may queue for a connection before it refuses new calls. */
export const SESSION_MEGABYTES = 128;
