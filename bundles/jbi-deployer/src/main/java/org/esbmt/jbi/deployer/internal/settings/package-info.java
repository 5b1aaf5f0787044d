/**
 * Settings of components in their files of etc/. The bundle management-service uses them through
 * ComponentConfigurator.
 */
package org.esbmt.jbi.deployer.internal.settings;
