/**
 * The side of clients: ports, connections, requests with their bodies and answers, and the limits of all of these. It knows
 * neither tenants nor SOAP. The package {@code endpoint} opens the ports and receives the calls.
 */
package org.esbmt.http.bc.internal.edge;
