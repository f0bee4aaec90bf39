// The deal of the day: its result can be shared.

import './share.js';

self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
