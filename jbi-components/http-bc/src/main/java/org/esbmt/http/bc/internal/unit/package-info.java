/**
 * A service unit as its author wrote it: reads and checks {@code xbean.xml} and WSDL files, and writes the former anew. The
 * deployer calls {@code HttpUnitReader} as a service; {@code endpoint} opens the endpoints that are defined here.
 */
package org.esbmt.http.bc.internal.unit;
