// A replay: its steps without loading pages.

import { follow, keys } from './steps.js';

follow('a[href^="?step="]');
keys({ ArrowLeft: '[data-way=prev]', ArrowRight: '[data-way=next]', Home: '[data-way=first]', End: '[data-way=last]' });
