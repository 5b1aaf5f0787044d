/** X.509 certificates and PKCS#10 requests for tests, made with the JDK alone. */
package org.esbmt.testing.x509;
