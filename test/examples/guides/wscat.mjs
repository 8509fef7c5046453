/** Does what the guides need of the npm package wscat: `-c URL`, `-x MESSAGE`, `-w SECONDS`. Prints what arrives. */
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';

const { values } = parseArgs({
  options: {
    connect: { type: 'string', short: 'c' },
    execute: { type: 'string', short: 'x' },
    wait: { type: 'string', short: 'w' },
  },
});
const socket = new WebSocket(values.connect ?? '');
socket.on('open', () => {
  socket.send(values.execute ?? '');
  setTimeout(() => socket.close(), Number(values.wait) * 1000);
});
socket.on('message', (data) => console.log(`${data}`));
