/**
 * Installed JBI components: contexts, delivery channels, inline dispatch, fair queues. The NMR and components call it.
 */
package org.esbmt.jbi.container.internal.component;
