package org.esbmt.administration.jmx.internal.administration;

import java.lang.reflect.Proxy;
import javax.management.JMException;
import org.esbmt.administration.api.AccessCredentialAdministration;
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
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.notification.ChangeFeed;
import org.esbmt.administration.jmx.internal.notification.NotificationsRegistration;

/** Every MBean of administration, registered over the services of a test. */
public final class AllMBeans implements AutoCloseable {
    private final NotificationsRegistration notifications;
    private final TransactionsRegistration transactions;

    /** The services of a test. */
    public interface Apis {
        <T> T of(Class<T> type);
    }

    public AllMBeans(BusMBeans beans, Apis apis) throws JMException {
        ChangeFeed feed = new ChangeFeed();
        Administration administration = apis.of(Administration.class);
        new AdministrationRegistration(
                beans,
                administration,
                apis.of(TenantAdministration.class),
                apis.of(UserAdministration.class),
                apis.of(ContactAdministration.class),
                apis.of(AccessCredentialAdministration.class),
                apis.of(TenantKeyAdministration.class),
                apis.of(AssemblyAdministration.class),
                apis.of(AdministratorAccounts.class),
                apis.of(InstallationStatus.class));
        new AuditRegistration(beans, apis.of(AuditAdministration.class));
        new BatchesRegistration(beans, administration);
        new ClusterRegistration(
                beans, administration, apis.of(ClusterAdministration.class), apis.of(OperationAdministration.class));
        new ComponentsRegistration(
                beans, administration, apis.of(ComponentAdministration.class), apis.of(ComponentConfiguration.class));
        new LinksRegistration(beans, administration, apis.of(LinkAdministration.class));
        new QuotasRegistration(
                beans, administration, apis.of(QuotaAdministration.class), apis.of(ContingentAdministration.class));
        new ServicesRegistration(beans, administration, apis.of(ServiceAdministration.class));
        new SystemUsersRegistration(
                beans,
                administration,
                apis.of(SystemUserAdministration.class),
                apis.of(AccessCredentialAdministration.class));
        new TrafficRegistration(beans, apis.of(TrafficAdministration.class));
        new UsersRegistration(
                beans,
                administration,
                apis.of(UserAdministration.class),
                apis.of(AccessCredentialAdministration.class),
                apis.of(UserCertificateAdministration.class),
                apis.of(TenantKeyAdministration.class));
        notifications = new NotificationsRegistration(beans, feed);
        transactions = new TransactionsRegistration(beans, administration, apis.of(TransactionOversight.class), feed);
    }

    /** A service that answers nothing, for tests that do not call it. */
    public static <T> T nothing(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }

    @Override
    public void close() throws JMException {
        notifications.unregister();
        transactions.unregister();
    }
}
