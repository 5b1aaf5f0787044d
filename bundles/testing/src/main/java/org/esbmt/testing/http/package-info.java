/** Clients, keys and hostile requests for the tests of HTTP ports. */
package org.esbmt.testing.http;
