/** Answers `GET /artifacts`: the contracts of a project, one after the other, since they may have many megabytes. */
import { TextStream } from '../../kernel/text_stream.js';
import type { ProtocolResponse } from '../protocol_handler.js';
import type { ArtifactFolder } from './deps.js';
import type { ArtifactFile } from './wire.js';

/** Returns the contracts of the folder; an empty list without one. */
export const artifactsResponse = (folder: ArtifactFolder | undefined): ProtocolResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: new TextStream(async (sink) => {
    let before = '[';
    for await (const artifact of folder?.read() ?? []) {
      if (sink.closed) return;
      const text = jsonOf(artifact);
      if (text === undefined) continue;
      await sink.write(`${before}${text}`);
      before = ',';
    }
    sink.write(before === '[' ? '[]' : ']');
  }),
});

/** Returns an artifact as JSON; undefined for one that is nested too deep to write. */
function jsonOf(artifact: ArtifactFile): string | undefined {
  try {
    return JSON.stringify(artifact);
  } catch {
    return undefined;
  }
}
