/** JSON value. A member whose value is `undefined` is omitted. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [name: string]: Json | undefined };
