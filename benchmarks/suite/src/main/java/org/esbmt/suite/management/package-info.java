/** The benchmark of the management plane: local calls, JMX, REST and SOAP, over slow and interrupted links. */
package org.esbmt.suite.management;
