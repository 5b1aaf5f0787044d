/** Issuers of SAML 2.0 assertions, made by the XML Signature of Java. */
package org.esbmt.testing.saml;
