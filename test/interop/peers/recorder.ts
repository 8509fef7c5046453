/** Runs the built `halley fixtures` as a stranger does: a proxy in front of a node, and the check of what it wrote. */
import { halley, Running } from '../../cli/run.js';

export { halley };

/** Starts the recording proxy, lets `converse` use it, and ends it with Ctrl-C, which writes the folder. */
export async function recordedBy<T>(
  out: string,
  nodes: Readonly<Record<string, string>>,
  converse: (urls: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const flags = Object.entries(nodes).flatMap(([server, url]) => ['--proxy', `${server}=${url}`]);
  const proxy = new Running(['fixtures', 'record', ...flags, '--out', out]);
  try {
    const urls: Record<string, string> = {};
    for (const server of Object.keys(nodes)) urls[server] = await proxy.said(new RegExp(`^${server} +(\\S+)\\n`, 'm'));
    await proxy.said(/^(Recording)/m);
    const result = await converse(urls);
    const { code, stdout, stderr } = await proxy.signal('SIGINT');
    if (code !== 0 || stderr !== '') throw new Error(`the recorder ended with ${code}: ${stdout}${stderr}`);
    return result;
  } finally {
    await proxy.signal('SIGKILL');
  }
}

/** Returns the URL for WebSockets of a server over HTTP. */
export const webSocketOf = (url: string | undefined): string => String(url).replace(/^http/, 'ws');
