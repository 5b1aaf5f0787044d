/** The state of the node for bin/start, bin/status and JMX; nobody calls it from inside. */
package org.esbmt.readiness.internal;
