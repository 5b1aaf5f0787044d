package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.tenancy.api.TenantId;

/** Asks on behalf of the administrator who is connected. */
final class JmxServices implements ServicesMXBean {
    private final ServiceAdministration services;

    JmxServices(ServiceAdministration services) {
        this.services = requireNonNull(services, "services");
    }

    @Override
    public ServiceData registerService(String tenantId, String service, String version, byte[] wsdl, String operation) {
        return JmxAdministration.asked(
                operation,
                -1,
                by -> new ServiceData(services.register(by, tenant(tenantId), id(service, version), given(wsdl))));
    }

    @Override
    public ServiceData updateService(
            String tenantId, String service, String version, byte[] wsdl, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new ServiceData(services.update(by, tenant(tenantId), id(service, version), given(wsdl))));
    }

    @Override
    public void unregisterService(String tenantId, String service, String version, String operation, long revision) {
        JmxAdministration.asked(operation, revision, by -> {
            services.unregister(by, tenant(tenantId), id(service, version));
            return service;
        });
    }

    @Override
    public ServiceData attachPolicy(
            String tenantId,
            String service,
            String version,
            String policy,
            byte[] document,
            String operation,
            long revision) {
        return JmxAdministration.asked(operation, revision, by -> {
            byte[] attached = given(document).orElseThrow(() -> new IllegalArgumentException("document is missing"));
            return new ServiceData(services.attachPolicy(
                    by, tenant(tenantId), id(service, version), JmxAdministration.given("policy", policy), attached));
        });
    }

    @Override
    public ServiceData detachPolicy(
            String tenantId, String service, String version, String policy, String operation, long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new ServiceData(services.detachPolicy(
                        by, tenant(tenantId), id(service, version), JmxAdministration.given("policy", policy))));
    }

    @Override
    public ServicePage findServices(String tenantId, String namespace, String nameContains, int offset, int limit) {
        return JmxAdministration.asked(by -> new ServicePage(services.find(
                by,
                tenant(tenantId),
                new ServiceFilter(JmxAdministration.optional(namespace), JmxAdministration.optional(nameContains)),
                new PageRequest(offset, limit))));
    }

    @Override
    public byte[] wsdl(String tenantId, String service, String version) {
        return JmxAdministration.asked(by -> services.wsdl(by, tenant(tenantId), id(service, version)));
    }

    @Override
    public byte[] policy(String tenantId, String service, String version, String policy) {
        return JmxAdministration.asked(by ->
                services.policy(by, tenant(tenantId), id(service, version), JmxAdministration.given("policy", policy)));
    }

    @Override
    public EndpointPage listEndpoints(String tenantId, int offset, int limit) {
        return JmxAdministration.asked(
                by -> new EndpointPage(services.endpoints(by, tenant(tenantId), new PageRequest(offset, limit))));
    }

    @Override
    public PeriodPage assemblyHistory(String tenantId, String assembly, int offset, int limit) {
        return JmxAdministration.asked(by -> new PeriodPage(services.history(
                by, tenant(tenantId), JmxAdministration.given("assembly", assembly), new PageRequest(offset, limit))));
    }

    @Override
    public PeriodPage listDeployments(String tenantId, String at, int offset, int limit) {
        return JmxAdministration.asked(by ->
                new PeriodPage(services.deployedAt(by, tenant(tenantId), moment(at), new PageRequest(offset, limit))));
    }

    private static Instant moment(String at) {
        try {
            return JmxAdministration.optional(at).map(Instant::parse).orElseGet(Instant::now);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("at is a moment such as 2026-11-22T09:14:03Z", e);
        }
    }

    private static TenantId tenant(String id) {
        return JmxAdministration.tenant(id);
    }

    private static ServiceId id(String service, String version) {
        return new ServiceId(
                QName.valueOf(JmxAdministration.given("service", service)),
                JmxAdministration.given("version", version));
    }

    private static Optional<byte[]> given(byte[] document) {
        return Optional.ofNullable(document).filter(bytes -> bytes.length > 0);
    }
}
