/** What the programs of tools/ print after their calls: what they read of what they wrote. */
export const READ = { company: 1, nome: 'Bianchi', hasSecret: true, aziendaId: null, secret: null };
