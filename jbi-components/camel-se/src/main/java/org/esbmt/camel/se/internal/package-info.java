/** The component, its configuration, and the evaluation of messages for its steps. The OSGi service is the entry. */
package org.esbmt.camel.se.internal;
