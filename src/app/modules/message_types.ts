/** All message types of all modules, by their URL. */

import type { MessageTypes } from '../sdk/module/message.js';
import { MODULES } from './assembly.js';

export const MESSAGE_TYPES: MessageTypes = new Map(
  MODULES.flatMap(({ messages }) => messages.map((type) => [type.typeUrl, type])),
);
