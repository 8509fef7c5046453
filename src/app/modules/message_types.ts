/** Maps type URLs to the message types of all modules. */

import type { MessageTypes } from '../sdk/module/message.js';
import { MODULES } from './assembly.js';

export const MESSAGE_TYPES: MessageTypes = new Map(
  MODULES.flatMap(({ messages }) => messages.map((type) => [type.typeUrl, type])),
);
