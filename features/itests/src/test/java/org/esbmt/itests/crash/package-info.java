/**
 * Kills, stops and cuts off the participants of an administrative change, at each point of the change, and checks the
 * invariants. Nodes, databases and broker are processes of their own. Proxies between them observe the protocols, and nothing
 * in the bus knows of the proxies. {@code CrashMatrix} is the command, {@code CrashSampleIT} the sample of every build.
 */
package org.esbmt.itests.crash;
