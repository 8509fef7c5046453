/** Defines a parsed JSON value that retains its text, because Go's decoders look at both. */

interface Spelled {
  /** Text exactly as sent, without surrounding space. */
  readonly raw: string;
}

export type JsonNode =
  | (Spelled & { readonly type: 'null' })
  | (Spelled & { readonly type: 'bool'; readonly value: boolean })
  | (Spelled & { readonly type: 'number' })
  | (Spelled & { readonly type: 'string'; readonly value: string })
  | (Spelled & { readonly type: 'array'; readonly items: readonly JsonNode[] })
  | (Spelled & { readonly type: 'object'; readonly members: readonly (readonly [name: string, value: JsonNode])[] });
