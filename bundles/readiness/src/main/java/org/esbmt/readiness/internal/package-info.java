/** The state of the node for bin/start, bin/status and JMX. No other bundle calls it. */
package org.esbmt.readiness.internal;
