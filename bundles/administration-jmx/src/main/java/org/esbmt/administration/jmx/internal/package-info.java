/** Administration as MBeans, its notifications and the tenants' JMX port; JMX clients call it. */
package org.esbmt.administration.jmx.internal;
