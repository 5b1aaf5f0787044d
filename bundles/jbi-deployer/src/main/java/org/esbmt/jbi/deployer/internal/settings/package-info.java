/** Settings of components in their files of etc/; management-service calls it through ComponentConfigurator. */
package org.esbmt.jbi.deployer.internal.settings;
