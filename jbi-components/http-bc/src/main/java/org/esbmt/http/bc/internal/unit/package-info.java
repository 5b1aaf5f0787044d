/**
 * A service unit as written by its author: reads and checks {@code xbean.xml} and WSDL files, and rewrites the former.
 * The deployer calls {@code HttpUnitReader} as a service; {@code endpoint} opens the endpoints that are defined here.
 */
package org.esbmt.http.bc.internal.unit;
