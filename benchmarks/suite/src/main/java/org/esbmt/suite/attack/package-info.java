/** Messages that no bus may let pass, sent before and after the windows. */
package org.esbmt.suite.attack;
