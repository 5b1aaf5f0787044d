package org.esbmt.administration.console.internal;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.console.internal.page.Contract;
import org.esbmt.http.api.MessagePort;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

/**
 * The contract over the services that this node has now. A call of a missing one is UNAVAILABLE, so that its page says so
 * and the others work.
 */
final class RegisteredContract implements AutoCloseable {
    private final BundleContext context;
    private final List<ServiceTracker<?, ?>> trackers = new ArrayList<>();

    RegisteredContract(BundleContext context) {
        this.context = requireNonNull(context, "context");
    }

    Contract contract() {
        return new Contract(
                of(Administration.class),
                of(AdministratorAccounts.class),
                of(AccessCredentialAdministration.class),
                of(InstallationStatus.class),
                of(TenantAdministration.class),
                of(ContactAdministration.class),
                of(TenantKeyAdministration.class),
                of(UserAdministration.class),
                of(UserCertificateAdministration.class),
                of(SystemUserAdministration.class),
                of(QuotaAdministration.class),
                of(ContingentAdministration.class),
                of(AssemblyAdministration.class),
                of(ServiceAdministration.class),
                of(AuditAdministration.class),
                of(ClusterAdministration.class),
                of(OperationAdministration.class),
                of(TransactionOversight.class),
                of(ComponentAdministration.class),
                of(ComponentConfiguration.class),
                of(LinkAdministration.class),
                of(TrafficAdministration.class),
                messages());
    }

    private <S> ServiceTracker<S, S> tracker(Class<S> type) {
        ServiceTracker<S, S> tracker = new ServiceTracker<>(context, type, null);
        tracker.open();
        trackers.add(tracker);
        return tracker;
    }

    /** Each method of the contract declares AdministrationException. */
    private <S> S of(Class<S> type) {
        ServiceTracker<S, S> tracker = tracker(type);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            S service = tracker.getService();
            if (service == null) {
                throw new AdministrationException(
                        Reason.UNAVAILABLE,
                        AdministrationException.told(
                                "This node does not have the part " + type.getSimpleName()
                                        + " now; bin/status names the cause",
                                Reason.UNAVAILABLE.who()));
            }
            try {
                return method.invoke(service, given);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    /** A missing port is a closed one. */
    private MessagePort messages() {
        ServiceTracker<MessagePort, MessagePort> tracker = tracker(MessagePort.class);
        return new MessagePort() {
            @Override
            public Optional<InetSocketAddress> listening() {
                return Optional.ofNullable(tracker.getService()).flatMap(MessagePort::listening);
            }

            @Override
            public Optional<String> clientAddress() {
                return Optional.ofNullable(tracker.getService()).flatMap(MessagePort::clientAddress);
            }
        };
    }

    @Override
    public void close() {
        trackers.forEach(ServiceTracker::close);
    }
}
