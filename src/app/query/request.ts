/** Requests of gRPC queries: texts and a page. Fields that a request does not have are passed over, as in Go. */
import { ProtoReader } from '../../codec/protobuf.js';
import type { Bytes } from '../../kernel/bytes.js';
import { FIRST_PAGE, type PageRequest, readPageRequest } from './pagination.js';

/** Which field holds what; the page is `pagination`. */
export type Layout<T extends string> = Readonly<Record<number, T>>;

export interface QueryRequestFields<T extends string> {
  /** Empty when the request does not say. */
  readonly texts: Readonly<Record<T, string>>;
  readonly page: PageRequest;
}

/** `layout` names the text fields, `pageField` the one with the PageRequest. Throws CodecError for bytes that are no message. */
export function readRequest<T extends string>(
  request: Bytes,
  layout: Layout<T>,
  pageField?: number,
): QueryRequestFields<T> {
  const texts = Object.fromEntries(Object.values(layout).map((name) => [name, ''])) as Record<T, string>;
  let page = FIRST_PAGE;
  for (const reader = new ProtoReader(request); !reader.done; ) {
    const { field } = reader.next();
    const name = layout[field];
    if (name !== undefined) texts[name] = reader.string();
    else if (field === pageField) page = readPageRequest(reader.bytes());
    else reader.skip();
  }
  return { texts, page };
}
