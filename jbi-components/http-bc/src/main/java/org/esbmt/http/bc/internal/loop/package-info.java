/** Event loops, and the ticks of their deadlines. All packages with connections use them; it uses none of them. */
package org.esbmt.http.bc.internal.loop;
