/** The managers as JAX-WS endpoints of CXF, without a transport. */
package org.esbmt.administration.soap.internal.cxf;
