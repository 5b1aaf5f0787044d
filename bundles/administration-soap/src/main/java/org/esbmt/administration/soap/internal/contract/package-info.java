/** The managers and their operations, and the documents that describe them: WSDL and XML Schema. */
package org.esbmt.administration.soap.internal.contract;
