/**
 * The test harness: starts a distribution of the bus as a process, and drives it as operators, tenants and integrators do.
 *
 * <ul>
 *   <li>{@link org.esbmt.harness.BusHome} is an unpacked distribution; {@link org.esbmt.harness.BusProcess} is the running bus in it.
 *   <li>{@link org.esbmt.harness.AdministrationClient} administers the bus over JMX,
 *       {@link org.esbmt.harness.RestClient} over REST, and {@link org.esbmt.harness.SoapManagers} over SOAP.
 *       {@link org.esbmt.harness.SignedSoap} signs its messages.
 *   <li>{@link org.esbmt.harness.AssemblyArchive} and {@link org.esbmt.harness.Example} make the service assemblies to deploy.
 *   <li>{@link org.esbmt.harness.Soap} and {@link org.esbmt.harness.SteadyLoad} send SOAP messages.
 *   <li>{@link org.esbmt.harness.BackEndProcess} is the service behind the bus.
 * </ul>
 *
 * The demo, the integration tests with their crash matrix, and the load benchmark depend on the harness. The harness depends on no
 * module of the bus.
 */
package org.esbmt.harness;
