/**
 * Redirects paths with empty, `.` or `..` segments to the clean path, as the engine's mux does (net/http, ServeMux).
 */
import type { ProtocolRequest, ProtocolResponse } from '../../protocol_handler.js';
import { escapeHtml } from './html.js';

/** Cleans a path like Go's `path.Clean`, except that a trailing slash stays. */
function cleaned(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return `/${segments.join('/')}${slash}`;
}

/** Returns the redirect, or undefined when the path is clean. */
export function redirected({ method, path, query }: ProtocolRequest): ProtocolResponse | undefined {
  if (!/\/(\/|\.\.?(\/|$))/.test(path)) return undefined;
  const location = cleaned(path) + (query === '' ? '' : `?${query}`);
  const isRead = method === 'GET' || method === 'HEAD';
  return {
    status: 307,
    headers: { location, ...(isRead && { 'content-type': 'text/html; charset=utf-8' }) },
    body: method === 'GET' ? `<a href="${escapeHtml(location)}">Temporary Redirect</a>.\n\n` : '',
  };
}
