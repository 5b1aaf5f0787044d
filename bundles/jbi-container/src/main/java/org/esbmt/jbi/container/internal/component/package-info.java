/** Installed JBI components: contexts, delivery channels, inline dispatch, fair queues; the NMR and components call it. */
package org.esbmt.jbi.container.internal.component;
