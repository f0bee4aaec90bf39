// What nobody needs for a first move: it is loaded when the page of a table has been shown.

import './about.js';
import './squares.js';
import './unread.js';
import './wide.js';
