/** The MBeans of JSR-208; JMX clients call them. */
package org.esbmt.jbi.deployer.internal.jmx;
