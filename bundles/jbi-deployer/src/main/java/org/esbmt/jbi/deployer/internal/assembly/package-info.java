/**
 * Service assemblies as OSGi bundles: deployment, life cycle, versions and recovery. TenantDeployer, hot and jmx call
 * it.
 */
package org.esbmt.jbi.deployer.internal.assembly;
